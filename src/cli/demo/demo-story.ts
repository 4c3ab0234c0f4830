/** What the demo's run is asked to do; its replies were prepared for exactly this. */
export const DEMO_REQUEST = "The tests of this project fail. Find out why, fix it, and prove that they pass."
