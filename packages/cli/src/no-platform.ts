import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"

const none = Effect.die(new Error("The command line prompts for nothing and starts nothing."))

/**
 * What commands may ask of their platform. Ours ask for nothing: their flags are plain, and none prompts, so that neither
 * has to be loaded.
 */
export const noPlatform = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(ChildProcessSpawner, { spawn: () => none } as never),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({ columns: none, rows: none, size: none, readInput: none, readLine: none, display: () => none })
  )
)
