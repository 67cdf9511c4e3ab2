/** Starts the settings page. */

import { SettingsPage } from "./page";
import { startPage } from "./start-page";

startPage((registry) => <SettingsPage registry={registry} />);
