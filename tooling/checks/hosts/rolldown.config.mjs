export default {
  input: {
    server: "server.mjs",
    "validation-worker": "@agent-operations/views/validation-worker",
    "pglite-worker": "@agent-operations/kit/pglite-worker"
  },
  platform: "node",
  external: ["@electric-sql/pglite"],
  output: { dir: "rolldown" }
}
