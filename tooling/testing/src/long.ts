/**
 * Whether this is the long run: it has the files that name this, too, whose suites are held over all that they are for, and
 * in the short run over one or two of it.
 *
 * @example
 * describe.each(isLong ? databases : databases.slice(1))("prompts on $name", …)
 */
export const isLong: boolean = process.env["LONG_RUN"] === "true"
