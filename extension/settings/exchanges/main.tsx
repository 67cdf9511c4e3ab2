/** Starts the page of requests to models. `?turn=` names a task; without it all are shown. */

import { ExchangesPage } from "./page";
import { startPage } from "../start-page";

startPage((registry) => <ExchangesPage registry={registry} turn={new URLSearchParams(location.search).get("turn")} />);
