import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "./blocks.ts"

const kit = "@agent-operations/kit"
const knowsKit = (own: string) => readFileSync(join(root, own, "package.json"), "utf8").includes(`"${kit}"`)

/**
 * The package whose file a program of a document could be. Pages about the whole speak of what `kit` embeds, some with the
 * console above it; those of packages below the kit, of what a kit mounts.
 */
export const ownerOf = (document: string, program: string): string => {
  const own = /^(?:packages|apps|tooling)\/[^/]+/.exec(dirname(document))?.[0]
  if (own !== undefined && program.includes(kit) && !knowsKit(own)) return "packages/kit"
  return own ?? (program.includes("@agent-operations/console") ? "packages/console" : "packages/kit")
}
