/**
 * Makes mocha load each test file by `import`. It prefers `require` if Node has it for ES modules.
 * tsx then compiles every module as CommonJS, and again for `import` if one of them has a top-level
 * await: a job holds each module twice, and spends a fifth of its time on that.
 */
Object.defineProperty(process.features, 'require_module', { value: false })
