/**
 * Loaded before blocks of a README: each imports what a file of the package it documents could.
 *
 * @module
 */
import { registerHooks } from "node:module"

const owners: Readonly<Record<string, string>> = JSON.parse(process.env["BLOCKS"] ?? "{}")

registerHooks({
  resolve: (specifier, context, next) => {
    const owner = owners[context.parentURL ?? ""]
    return next(specifier, owner === undefined ? context : { ...context, parentURL: owner })
  }
})
