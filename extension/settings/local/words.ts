/** What the search for local models says, in both languages. */

import { type Teller, teller } from "../../panel/words/filled";
import type { Tongue } from "../../panel/words/speech";

const ENGLISH = {
  "look": "Look for local models",
  "hint": "Asks the usual ports of this computer, and nothing else, when you press it.",
  "looking": "Looking…",
  "refused": "Without access to this computer's own addresses nothing can be asked.",
  "none": "Nothing answered. Start Ollama, LM Studio or another local server, then look again.",
  "found": "{name} at {address}: {models}",
  "locked": "{name} at {address} wants a key: add a connection with this address.",
  "more": "{models} and {n} more",
  "known": "{name} at {address} is set up already.",
  "add": "Add",
  "add_one": "Add {name}",
  "added": "{name} was added.",
} as const;

export type LocalKey = keyof typeof ENGLISH;

export const WORDS: Readonly<Record<Tongue, Readonly<Record<LocalKey, string>>>> = {
  "en": ENGLISH,
  "zh-CN": {
    "look": "查找本地模型",
    "hint": "仅在按下时询问本机的常用端口，不访问其他地址。",
    "looking": "正在查找…",
    "refused": "没有访问本机地址的权限，无法询问。",
    "none": "没有响应。请启动 Ollama、LM Studio 或其他本地服务，然后再次查找。",
    "found": "{name}，位于 {address}：{models}",
    "locked": "{name}（{address}）需要密钥：请用此地址添加连接。",
    "more": "{models} 及另外 {n} 个",
    "known": "{name}（{address}）已设置。",
    "add": "添加",
    "add_one": "添加 {name}",
    "added": "已添加 {name}。",
  },
};

export type Tell = Teller<LocalKey>;

export function telling(tongue: Tongue): Tell {
  return teller(WORDS, tongue);
}
