import { readFile } from 'node:fs/promises'
import { type LockFile, lockFaults } from './lock-faults.ts'

const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8'))

const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>('package.json')
const faults = lockFaults(await read<LockFile>('package-lock.json'), allowScripts)
for (const fault of faults) process.stderr.write(`package-lock.json: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
