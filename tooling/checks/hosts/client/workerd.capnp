using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-10-01",
      globalOutbound = "network"
    )),
    (name = "network", network = (allow = ["public", "private"]))
  ],
  sockets = [(name = "http", http = (), service = "main")]
);
