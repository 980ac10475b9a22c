import type { Explained } from "./explained.ts"

export const operations: ReadonlyArray<Explained> = []
