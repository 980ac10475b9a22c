// Left out of the bundle, and traced into the standalone directory with its workers and PGlite's files.
export default { output: "standalone", serverExternalPackages: ["@agent-operations/kit", "@agent-operations/views"] }
