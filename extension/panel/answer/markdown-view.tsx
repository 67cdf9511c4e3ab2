/** An answer on the screen. Finished blocks are drawn once; while the answer streams only the last one is drawn again. */

import { Component } from "preact";
import { useRef } from "preact/hooks";
import type { Token } from "marked";
import type { Speech } from "../words/speech";
import { renderBlock } from "./blocks";
import { Blocks } from "./markdown";

export function MarkdownView({ text, speech }: { text: string; speech: Speech }) {
  const blocks = useRef<Blocks | null>(null);
  blocks.current ??= new Blocks();
  return (
    <div class="prose">
      {blocks.current.read(text).map(({ at, token }) => <BlockView key={at} token={token} speech={speech} />)}
    </div>
  );
}

interface BlockProps {
  token: Token;
  speech: Speech;
}

class BlockView extends Component<BlockProps> {
  override shouldComponentUpdate(next: BlockProps): boolean {
    return next.token !== this.props.token || next.speech !== this.props.speech;
  }

  override render({ token, speech }: BlockProps) {
    return renderBlock(token, speech);
  }
}
