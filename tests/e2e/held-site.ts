// A site whose pages come when the test lets them: whoever opens one is on the way for as long as it likes.

import { listen, type Loopback } from "./loopback.ts";

export class HeldSite {
  #release: () => void = () => {};
  #released = new Promise<void>((resolve) => (this.#release = resolve));
  #server!: Loopback;

  static async open(): Promise<HeldSite> {
    const site = new HeldSite();
    site.#server = await listen((request, response) => {
      void site.#released.then(() => {
        response.setHeader("content-type", "text/html");
        response.end(`<title>Held</title><h1>The page ${request.url}</h1>`);
      });
    });
    return site;
  }

  url(path: string): string {
    return `http://held.test:${this.#server.port}/${path}`;
  }

  release(): void {
    this.#release();
  }

  close(): void {
    this.#release();
    this.#server.close();
  }
}
