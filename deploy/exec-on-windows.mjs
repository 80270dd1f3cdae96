#!/usr/bin/env node
// The scripts in package.json begin a server with `exec`, so that the shell of npm is replaced and signals reach the server. On Windows
// cmd.exe has no such command and finds this one in node_modules/.bin. Elsewhere the shell's own `exec` takes precedence.
import { spawnSync } from 'node:child_process'

// A shell, because programs in node_modules/.bin are scripts on Windows.
const { status } = spawnSync(process.argv.slice(2).join(' '), { stdio: 'inherit', shell: true })
process.exit(status ?? 1)
