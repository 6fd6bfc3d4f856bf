// `npm run docs`: writes the pages and call tables generated from the protocol, and the layout of mails.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../../src/platform/config.ts'
import { generatedFiles } from './generated-files.ts'

for (const [file, render] of Object.entries(generatedFiles)) writeFileSync(join(rootDir, file), render())
