import type { Explained } from "./explained.ts"

export const auth: ReadonlyArray<Explained> = []
