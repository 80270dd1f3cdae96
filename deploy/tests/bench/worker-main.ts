/** Runs in a worker (`worker.ts`): calls functions of the module that the command names, and sends what they return. */
const module = import(new URL(`workers/${process.argv[2]}`, import.meta.url).href)

process.on('message', async ({ name, inputs }: { name: string; inputs: unknown[] }) => {
  process.send?.((await (await module)[name](...inputs)) ?? null)
})
process.on('disconnect', () => process.exit(0))
