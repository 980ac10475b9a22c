import { describeKit, kitNames } from "./kits.ts"

for (const name of kitNames) {
  describeKit(name, "PGlite")
  describeKit(name, "PostgreSQL")
}
