import { Command } from "effect/cli"
import * as Effect from "effect/Effect"
import { endingsText } from "../endings.ts"
import { UsageError } from "../errors.ts"
import { type Context, type Session, sessionOf } from "../session.ts"

/** How a command that is no operation is made, once it is asked for. */
export type MakeCommand = (
  context: Context
) => Command.Command<string, never, {}, unknown, Effect.Services<ReturnType<typeof sessionOf>>>

/**
 * A command behind which no single operation stands. `run` throws a `UsageError` or a `CommandError` for what went wrong;
 * an `AgentError` of a call may just pass.
 *
 * @example
 * ownCommand({
 *   name: "open",
 *   description: "Open a definition in the console.",
 *   examples: ["open pv_01k9x3m2h8e7v9q4t6w5z0r1ca"],
 *   config: { id: Argument.String("ID") },
 *   run: async ({ id }, session) => session.terminal.out(`${id}\n`)
 * })
 */
export const ownCommand =
  <const Config extends Command.Command.Config>(own: {
    readonly name: string
    readonly description: string
    /** As they are typed, without the name of the program. */
    readonly examples: ReadonlyArray<string>
    readonly config: Config
    readonly run: (input: Command.Command.Config.Infer<Config>, session: Session) => Promise<void>
  }): MakeCommand =>
  (context) =>
    Command.make(own.name, own.config, (input) =>
      Effect.flatMap(sessionOf(context), (session) =>
        Effect.tryPromise({
          try: async () => {
            // Nothing is to be sent, and there is no request to print instead.
            if (session.isCurl) throw new UsageError(`${own.name} has no curl.`, "Leave out --curl.")
            return own.run(input, session)
          },
          catch: (error) => error
        })
      )
    ).pipe(
      Command.withDescription(own.description + endingsText(own.name)),
      Command.withExamples(own.examples.map((example) => ({ command: `${context.program} ${example}` })))
    )
