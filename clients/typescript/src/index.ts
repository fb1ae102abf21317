export * from "./client.js";
export * from "./errors.js";
export type * from "./records.js";
export type { Options } from "./transport.js";
