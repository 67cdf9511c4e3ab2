// The body of a function of `database`. It answers how many rows the requests to this database have been handed, counted in
// this scope from the first call on. Keys alone are no rows.
function install() {
  const counts = {};
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    for (const method of ["get", "getAll", "openCursor"]) {
      const original = prototype[method];
      prototype[method] = function (...range) {
        const request = original.apply(this, range);
        const { name } = (this.objectStore ?? this).transaction.db;
        request.addEventListener("success", () => {
          const { result } = request;
          const rows = Array.isArray(result) ? result.length : Number(Boolean(result));
          counts[name] = (counts[name] ?? 0) + rows;
        });
        return request;
      };
    }
  }
  return counts;
}

globalThis.rowsRead ??= install();
return globalThis.rowsRead[database] ?? 0;
