// A server on a port of its own, for this machine alone.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;

export interface Loopback {
  readonly port: number;
  /** Whoever still waits for an answer is cut off. */
  close(): void;
}

export async function listen(answer: Answer): Promise<Loopback> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return {
    port: address.port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
