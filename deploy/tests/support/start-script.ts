import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const command = /exec env (?<settings>\S+=\S+) NODE_COMPILE_CACHE=\S+ node (?<flags>--.+) deploy\/local\/start\.ts$/.exec(scripts.start)
if (!command?.groups) throw new Error(`The script "start" in package.json has an unexpected form: ${scripts.start}`)
const [name = '', value = ''] = command.groups.settings?.split('=') ?? []

/**
 * V8 flags of the script `start` in package.json. With `--optimize-for-size`, V8 uses a young generation of 1 MB and compiles functions
 * later. When a local run is idle, its Node.js process uses 184 MB of memory with the flag, and 311 MB without it. Benchmarks use the flag.
 * Tests do not use it, because a start needs 8.1 s of CPU time with the flag, and 5.5 s without it.
 */
export const startFlags: readonly string[] = command.groups.flags?.split(' ') ?? []

/**
 * Environment variable of the script `start` in package.json. glibc then returns free memory at the end of its heap to the system. By
 * default, glibc raises this limit after it has freed a large block, for example the block in which a password is hashed. The variable
 * saves 16 MB of 200 MB in an idle local run (`npm run bench -- memory`).
 */
export const startMalloc: Readonly<Record<string, string>> = { [name]: value }
