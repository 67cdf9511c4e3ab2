/** A component whose code is fetched when it is first drawn, and then kept. Nothing stands in its place meanwhile. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [View, setView] = useState(() => known);
    useEffect(() => {
      if (View !== null) return;
      void load().then((loaded) => {
        known = loaded;
        setView(() => loaded);
      });
    }, []);
    return View === null ? null : <View {...props} />;
  };
}
