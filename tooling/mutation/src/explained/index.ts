import { auth } from "./auth.ts"
import { datasets } from "./datasets.ts"
import { evals } from "./evals.ts"
import type { Explained } from "./explained.ts"
import { operations } from "./operations.ts"
import { prompts } from "./prompts.ts"
import { revisionStore } from "./revision-store.ts"

/** Every fault that is explained, of all packages. */
export const explained: ReadonlyArray<Explained> = [
  ...revisionStore,
  ...auth,
  ...operations,
  ...datasets,
  ...evals,
  ...prompts
]
