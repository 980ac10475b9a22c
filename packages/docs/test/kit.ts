import { readFileSync } from "node:fs"
import { join } from "node:path"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { type DocsOptions, readAssets, readGuides, readPackages } from "../src/index.ts"

const root = join(import.meta.dirname, "../../..")

const guides = readGuides(join(root, "docs"), "docs")

/** The documentation of the project itself. */
export const projectDocs = {
  families: referenceFamilies,
  guides: [...guides, ...readPackages(join(root, "packages"), "packages", guides)],
  assets: readAssets(join(root, "docs"), "docs"),
  laws: readFileSync(join(root, "SPEC.md"), "utf8"),
  files: { "SPEC.md": "laws", "docs/errors.md": "errors" },
  program: "agent-operations",
  repository: "https://code.example.com/agent-operations/blob/main/"
} satisfies DocsOptions
