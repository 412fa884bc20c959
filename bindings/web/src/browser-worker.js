import { serve } from "./worker.js";

serve({ listen: (receive) => { self.onmessage = (event) => receive(event.data); }, send: (message) => self.postMessage(message) });
