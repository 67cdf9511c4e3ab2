/** The registry for components that are not handed it. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Registry } from "./registry";

export const RegistryContext = createContext<Registry | null>(null);

export function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (registry === null) throw new Error("no registry above this component");
  return registry;
}
