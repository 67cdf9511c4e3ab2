// Ports of panels and settings pages: who may connect, and which number a Port has for the engine. Texts are not read here.

/** What takes the texts of Ports. */
export interface Receiver {
  receive(port: number, text: string): void;
  disconnected(port: number): void;
}

export const PORT_NAME = "fairlead";

export class Switchboard {
  #ports = new Map<number, chrome.runtime.Port>();
  #next = 1;
  #receiver: Receiver | undefined;

  connectTo(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  accept(port: chrome.runtime.Port): void {
    if (!isOurPage(port.sender) || port.name !== PORT_NAME) {
      port.disconnect();
      return;
    }
    const number = this.#next++;
    this.#ports.set(number, port);
    port.onMessage.addListener((text: unknown) => {
      if (typeof text === "string") this.#receiver?.receive(number, text);
    });
    port.onDisconnect.addListener(() => {
      this.#ports.delete(number);
      this.#receiver?.disconnected(number);
    });
  }

  deliver(ports: Iterable<number>, text: string): void {
    for (const number of ports) {
      try {
        this.#ports.get(number)?.postMessage(text);
      } catch {
        // The page went away between two events; its disconnect is on the way.
      }
    }
  }

  deliverToAll(text: string): void {
    this.deliver([...this.#ports.keys()], text);
  }

  /** Every page connects anew and is told how things stand: what the last engine had told them may never have been stored. */
  hangUp(): void {
    const ports = [...this.#ports.values()];
    this.#ports.clear();
    for (const port of ports) port.disconnect();
  }
}

/** A page of this extension: a content script has the id too, but another address. */
export function isOurPage(sender: chrome.runtime.MessageSender | undefined): boolean {
  const own = chrome.runtime.getURL("");
  return sender?.id === chrome.runtime.id && sender.url !== undefined && sender.url.startsWith(own);
}
