import released from "@jitl/quickjs-wasmfile-release-sync"
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule
} from "quickjs-emscripten-core"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

// Its types are of a CommonJS module, which it is not where it is imported.
const variant: QuickJSSyncVariant = "default" in released ? released.default : released

const compiled = async () => {
  const file = fileURLToPath(import.meta.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"))
  return WebAssembly.compile(await readFile(file))
}

/** Where scorers run. */
export interface Engine {
  readonly quickjs: () => Promise<QuickJSWASMModule>
  /** Throws away what is there, which a scorer may have left broken: the next one gets a new one. Law: S2. */
  readonly renew: () => void
}

/** QuickJS as WebAssembly, compiled once. */
export const makeEngine = (): Engine => {
  const wasmModule = compiled()
  const make = async () => newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: await wasmModule }))
  let current: Promise<QuickJSWASMModule> | undefined
  return {
    quickjs: () => (current ??= make()),
    renew: () => {
      current = undefined
    }
  }
}
