export { createSanitizer, type SanitizerOptions } from './sanitizer.ts'
