/** Answers of the DevTools protocol, as far as they are read (https://chromedevtools.github.io/devtools-protocol/). */

export interface FrameTree {
  readonly frame: { readonly id: string; readonly loaderId: string; readonly url: string; readonly securityOrigin: string };
  readonly childFrames?: readonly FrameTree[];
}

export interface AxValue {
  readonly value?: unknown;
}

export interface AxNode {
  readonly nodeId: string;
  readonly ignored?: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
}

export interface Viewport {
  readonly pageX: number;
  readonly pageY: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
}

export interface Metrics {
  readonly visualViewport: Viewport;
  readonly cssVisualViewport: Viewport;
  readonly cssContentSize: { readonly width: number; readonly height: number };
}

export interface DocumentSnapshot {
  readonly documents: readonly {
    readonly frameId: number;
    readonly nodes: { readonly backendNodeId: readonly number[]; readonly attributes: readonly (readonly number[])[]; readonly isClickable: { readonly index: readonly number[] } };
  }[];
  readonly strings: readonly string[];
}

export function textOf(value: AxValue | undefined): string {
  const held = value?.value ?? "";
  return String(held).trim().replaceAll(/\s+/g, " ");
}

export function propertyOf(node: AxNode, name: string): string {
  return textOf(node.properties?.find((property) => property.name === name)?.value);
}
