// The engine's own database, as a page of the extension reads it, or as somebody who got at the profile might change it.

import type { Page } from "playwright-core";

declare global {
  /** In a page that was given it. */
  var database: IDBDatabase;
  function done<T>(request: IDBRequest<T>): Promise<T>;
}

/** From here on the page's scripts have `database` and `done`. */
export async function withDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    Object.assign(globalThis, { done, database: await done(indexedDB.open("fairlead")) });
  });
}
