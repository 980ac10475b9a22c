/**
 * Loaded before a block of a README: it imports what a file of the package it documents could.
 *
 * @module
 */
import { registerHooks } from "node:module"

const { BLOCK_URL: block, BLOCK_OF: owner } = process.env

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, context.parentURL === block && owner !== undefined ? { ...context, parentURL: owner } : context)
})
