/** What is said of the passphrase, in both languages. It comes with the code that asks for it, which most people never need. */

import { type Teller, teller } from "../words/filled";
import type { Tongue } from "../words/speech";

const english = {
  "card.title": "Your keys are locked",
  "card.text": "The task waits. It goes on once you have entered the passphrase; nothing was sent meanwhile.",
  "card.forgotten": "Forgotten it?",
  "unlock.field": "Passphrase",
  "unlock.hint": "Asked for once each time the browser starts.",
  "unlock.button": "Unlock",
  "wrong": "This is not the passphrase. Nothing was changed.",
  "failed": "The keys could not be opened. Try again.",
  "text": "Keys are stored encrypted in this browser profile. With a passphrase nobody who copies the profile can use them. It is asked for once each time the browser starts.",
  "none": "There is no passphrase: whoever can use this browser profile can use the keys.",
  "open": "The keys are unlocked until the browser is closed.",
  "locked": "The keys are locked. Tasks that need one wait until you unlock them.",
  "lock": "Lock now",
  "set": "Set a passphrase",
  "change": "Change the passphrase",
  "remove": "Remove the passphrase",
  "current": "Current passphrase",
  "current_hint": "The one that holds now.",
  "new": "New passphrase",
  "new_hint": "At least {least} characters; several words that only you would put together are best. Nobody can recover it. What the disk held before is not overwritten: keys that someone may have copied are best replaced.",
  "again": "New passphrase, once more",
  "again_hint": "So that a slip of the finger does not lock you out.",
  "too_short": "At least {least} characters.",
  "too_long": "At most {most} characters.",
  "differs": "The two are not the same.",
  "done_set": "The passphrase holds from now on.",
  "done_removed": "There is no passphrase any more.",
  "forget": "Forget all keys…",
  "forget_ask": "Every key and the passphrase are deleted. Connections, conversations and settings stay; you enter the keys again.",
  "forget_yes": "Forget all keys",
  "forget_no": "Keep them",
  "done_forgotten": "All keys are forgotten.",
} as const;

export type UnlockKey = keyof typeof english;

const CHINESE: Readonly<Record<UnlockKey, string>> = {
  "card.title": "密钥已锁定",
  "card.text": "任务正在等待。输入口令后它会继续；在此期间没有发送任何内容。",
  "card.forgotten": "忘记了？",
  "unlock.field": "口令",
  "unlock.hint": "每次启动浏览器后询问一次。",
  "unlock.button": "解锁",
  "wrong": "口令不正确。没有任何更改。",
  "failed": "无法打开密钥，请重试。",
  "text": "密钥加密保存在此浏览器配置文件中。设置口令后，复制配置文件的人也无法使用它们。每次启动浏览器后询问一次。",
  "none": "尚未设置口令：能使用此浏览器配置文件的人都能使用这些密钥。",
  "open": "密钥已解锁，直到浏览器关闭。",
  "locked": "密钥已锁定。需要密钥的任务会等待，直到你解锁。",
  "lock": "立即锁定",
  "set": "设置口令",
  "change": "更改口令",
  "remove": "移除口令",
  "current": "当前口令",
  "current_hint": "现在使用的口令。",
  "new": "新口令",
  "new_hint": "至少 {least} 个字符；最好是只有你会放在一起的几个词。没有人能找回它。磁盘上以前的内容不会被覆盖：可能已被复制的密钥最好更换。",
  "again": "再次输入新口令",
  "again_hint": "以免输错后把自己锁在外面。",
  "too_short": "至少 {least} 个字符。",
  "too_long": "最多 {most} 个字符。",
  "differs": "两次输入不一致。",
  "done_set": "口令现已生效。",
  "done_removed": "口令已移除。",
  "forget": "忘记所有密钥…",
  "forget_ask": "所有密钥和口令都会被删除。连接、对话和设置会保留；你需要重新输入密钥。",
  "forget_yes": "忘记所有密钥",
  "forget_no": "保留",
  "done_forgotten": "所有密钥已忘记。",
};

export type Tell = Teller<UnlockKey>;

export function telling(tongue: Tongue): Tell {
  return teller({ "en": english, "zh-CN": CHINESE }, tongue);
}
