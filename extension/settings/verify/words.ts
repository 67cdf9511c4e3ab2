/** What the report of a check says beside what failed: the one next step and its button, in both languages. */

import type { Tongue } from "../../panel/words/speech";
import type { NextStep } from "./next-step";

interface StepWords {
  readonly next: string;
  /** Absent where nothing can be pressed here. */
  readonly button?: string;
}

export const WORDS: Readonly<Record<Tongue, Readonly<Record<NextStep, StepWords>>>> = {
  "en": {
    again: { next: "This may pass by itself. Verify again in a moment.", button: "Verify again" },
    hide_origin: { next: "Requests to this address can leave out that they come from an extension.", button: "Leave it out and verify again" },
    key: { next: "Enter the key of this connection again.", button: "Enter the key" },
    unlock: { next: "Enter the passphrase of your keys, then verify again.", button: "Go to the passphrase" },
    url: { next: "Check the address: it ends before the path of the request.", button: "Open the address field" },
    model: { next: "Choose another model, or correct its name.", button: "Open the model field" },
    provider: { next: "Top up at the provider, then verify again." },
    storage: { next: "Free disk space or delete old chats, then verify again.", button: "Verify again" },
  },
  "zh-CN": {
    again: { next: "这可能会自行恢复。请稍后再次验证。", button: "再次验证" },
    hide_origin: { next: "发往此地址的请求可以不注明来自扩展程序。", button: "不注明来源并再次验证" },
    key: { next: "请重新输入此连接的密钥。", button: "输入密钥" },
    unlock: { next: "请输入密钥的口令，然后再次验证。", button: "前往口令" },
    url: { next: "请检查地址：它不包含请求本身的路径。", button: "打开地址栏位" },
    model: { next: "请选择其他模型，或更正模型名称。", button: "打开模型栏位" },
    provider: { next: "请在服务商处充值，然后再次验证。" },
    storage: { next: "请释放磁盘空间或删除旧对话，然后再次验证。", button: "再次验证" },
  },
};
