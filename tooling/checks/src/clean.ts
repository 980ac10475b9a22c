/** Removes `dist` of the package it is run in: the compiler leaves there what it made of sources that are gone. */
import { rmSync } from "node:fs"

rmSync("dist", { recursive: true, force: true })
