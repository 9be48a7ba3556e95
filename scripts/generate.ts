import { writeFileSync } from 'node:fs'
import { ERRORS } from '../src/errors.ts'
import { errorsDocument } from './errors-document.ts'
import { read, readSources, root } from './source.ts'
import { surfaceOf } from './surface.ts'

const { exports } = JSON.parse(read('package.json'))
const surface = surfaceOf({ exports, sources: readSources('src/**/*.ts') })

writeFileSync(`${root}docs/errors.md`, errorsDocument(ERRORS))
writeFileSync(`${root}etc/surface.json`, `${JSON.stringify(surface, null, 2)}\n`)
