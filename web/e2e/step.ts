/** Runs a step of a test whose steps depend on each other. An error contains the name of the step. */
export async function step(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw new Error(`Step "${name}": ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
