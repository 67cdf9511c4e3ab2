// A site whose pages come when the test lets them: whoever opens one is on the way for as long as it likes.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class HeldSite {
  #release: () => void = () => {};
  #released = new Promise<void>((resolve) => (this.#release = resolve));

  private constructor(private readonly server: Server) {}

  static async open(): Promise<HeldSite> {
    const server = createServer((request, response) => {
      void site.#released.then(() => {
        response.setHeader("content-type", "text/html");
        response.end(`<title>Held</title><h1>The page ${request.url}</h1>`);
      });
    });
    const site = new HeldSite(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return site;
  }

  url(path: string): string {
    return `http://held.test:${(this.server.address() as AddressInfo).port}/${path}`;
  }

  release(): void {
    this.#release();
  }

  close(): void {
    this.#release();
    this.server.closeAllConnections();
    this.server.close();
  }
}
