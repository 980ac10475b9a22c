import type { MigrationSet } from "@agent-operations/database"
import {
  cachedImage,
  hashOfImage,
  lastCached,
  migratedImage,
  migrationsHash,
  openImage,
  type TestEngine
} from "@agent-operations/database/testing"
import { Effect } from "effect"

interface Spare {
  readonly hash: string
  readonly engine: Promise<TestEngine>
}

const close = ({ engine }: Spare) => engine.then((open) => Effect.runPromise(open.close)).catch(() => {})

/** An engine that nobody uses, for the next kit of the process: what was used last before, or by the kit before. */
let spare: Spare | undefined

/**
 * Opens the image that was used last, by this process or one before it, while the families are still being imported. A kit
 * of other migrations opens another, and this one is closed once that is done.
 */
const openLast = (): Spare | undefined => {
  const hash = hashOfImage(lastCached() ?? "")
  const image = hash === undefined ? undefined : cachedImage(hash)
  if (image === undefined) return undefined
  const engine = Effect.runPromise(openImage(image))
  engine.catch(() => {})
  return { hash: image.hash, engine }
}

spare = openLast()

/** Takes the engine of the kit before, if it still answers. */
const takeSpare = async (hash: string): Promise<TestEngine | undefined> => {
  if (spare?.hash !== hash) return undefined
  const taken = spare
  spare = undefined
  try {
    const engine = await taken.engine
    await Effect.runPromise(engine.empty)
    return engine
  } catch {
    await close(taken)
    return undefined
  }
}

/** A migrated embedded database that has nothing in it, for one kit. */
export const takeEngine = async (sets: ReadonlyArray<MigrationSet>): Promise<TestEngine> =>
  (await takeSpare(await Effect.runPromise(migrationsHash(sets)))) ??
  Effect.runPromise(Effect.flatMap(migratedImage(sets), openImage))

/** Keeps an engine for the next kit; one that was kept before is closed. */
export const keepEngine = async (engine: TestEngine): Promise<void> => {
  const before = spare
  spare = { hash: engine.hash, engine: Promise.resolve(engine) }
  if (before !== undefined) await close(before)
}
