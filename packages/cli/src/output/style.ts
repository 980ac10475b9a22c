import { styleText } from "node:util"
import type { Terminal } from "../terminal.ts"

/** How text looks, and how wide it may be. */
export interface Style {
  /** Undefined where nothing is to be cut. */
  readonly columns: number | undefined
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly cyan: (text: string) => string
}

/** Colours are for a terminal, where the environment does not say otherwise, and never for agents. */
export const styleOf = ({ env, columns }: Pick<Terminal, "env" | "columns">, agent: boolean): Style => {
  const forced = env["FORCE_COLOR"]
  const isColoured =
    !agent && (forced === undefined || forced === "" ? columns !== undefined && !env["NO_COLOR"] : forced !== "0")
  const styled = (format: "bold" | "dim" | "red" | "green" | "cyan") => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text
  return {
    columns,
    bold: styled("bold"),
    dim: styled("dim"),
    red: styled("red"),
    green: styled("green"),
    cyan: styled("cyan")
  }
}

/** How wide a terminal is: as `COLUMNS` says, else as it says itself; in a container one may say 0, which tells nothing. */
export const widthOf = (set: string | undefined, told: number): number =>
  (/^[1-9]\d{0,4}$/.test(set ?? "") ? Number(set) : told) || 80
