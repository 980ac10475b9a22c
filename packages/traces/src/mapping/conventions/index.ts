import type { Convention } from "../convention.ts"
import { genAi } from "./gen-ai.ts"
import { general } from "./general.ts"
import { langfuse } from "./langfuse.ts"
import { mlflow } from "./mlflow.ts"
import { openinference } from "./openinference.ts"
import { recorded } from "./recorded.ts"
import { traceloop } from "./traceloop.ts"
import { vercelAi } from "./vercel-ai.ts"

/** All conventions, in the order in which they are asked: the first that has a field wins. */
export const conventions: ReadonlyArray<Convention> = [
  recorded,
  langfuse,
  general,
  openinference,
  genAi,
  vercelAi,
  traceloop,
  mlflow
]
