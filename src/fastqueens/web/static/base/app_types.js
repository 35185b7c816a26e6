// The type that the router shares with all screens. Nothing here runs.

/**
 * The router passes this object to the function `open` of a screen.
 * @typedef {object} App
 * @property {HTMLElement} main
 * @property {string} rest the part of the address after the name of the screen
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborted when the reader leaves the screen
 * @property {(title: string) => void} setTitle
 * @property {(hash: string) => void} replaceAddress changes the address without opening
 *   the screen that it names
 * @property {(listener: () => void) => void} onAppearanceChange adds a listener that is called
 *   when colours or settings change
 */

export {};
