import type { Html } from "../src/html/html.ts"

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" }

/** What stands in markup. */
export const textOf = (markup: Html | string): string =>
  String(markup)
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, " ")
    .trim()
