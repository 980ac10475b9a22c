// oxlint-disable-next-line no-restricted-imports -- which laws are of what is stored only tests ask, and no package offers it
export { storedLaws } from "../../../packages/conformance/test/stored-laws.ts"
