// By path: as a dependency it would make a cycle, since the helpers are built on this package.
export * from "../../../tooling/testing/src/index.ts"
