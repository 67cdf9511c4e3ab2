/** Where servers of local models listen unless they were told otherwise, by their makers' documentation. */

export interface Candidate {
  readonly name: string;
  readonly port: number;
}

export const CANDIDATES: readonly Candidate[] = [
  { name: "Ollama", port: 11434 },
  { name: "LM Studio", port: 1234 },
  { name: "llama.cpp", port: 8080 },
  { name: "vLLM", port: 8000 },
  { name: "Jan", port: 1337 },
  { name: "GPT4All", port: 4891 },
  { name: "KoboldCpp", port: 5001 },
  { name: "text-generation-webui", port: 5000 },
];

/** This machine and no other. */
export const PATTERN = "http://127.0.0.1/*";

export function addressOf({ port }: Candidate): string {
  return `http://127.0.0.1:${port}/v1`;
}
