import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../exec-on-windows.mjs', import.meta.url))
const exec = (...words: string[]) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' })

it('runs a program and returns its exit code', () => {
  expect(exec('node', '--version').stdout.trim()).toMatch(/^v\d/)
  expect(exec('node', '--no-such-flag').status).toBe(9)
})

it('runs a program after `env` without the variables, because Windows has no program `env`', () => {
  expect(exec('env', 'FIRST=1', 'SECOND=2', 'node', '--print=process.env.FIRST').stdout.trim()).toBe('undefined')
})
