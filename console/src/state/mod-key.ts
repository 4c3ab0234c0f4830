/** What the key that goes with letters is called here, before the letter. */
export const MOD_KEY = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl+"
