#!/usr/bin/env node
// Scripts in package.json start a server with `exec`, which replaces npm's shell, so that signals reach the server. On Windows, cmd.exe has
// no `exec` and runs this file from node_modules/.bin. On other systems the shell's own `exec` is used.
import { spawnSync } from 'node:child_process'

// Needs a shell, because programs in node_modules/.bin are scripts on Windows.
const { status } = spawnSync(process.argv.slice(2).join(' '), { stdio: 'inherit', shell: true })
process.exit(status ?? 1)
