// Left out of the bundle, and traced into the standalone directory with its workers and PGlite's files.
const external = ["kit", "mcp", "views"].map((name) => `@agent-operations/${name}`)

export default { output: "standalone", serverExternalPackages: external }
