// The body of a function of `database` and `fault`. It arms one fault for the next transaction of this database that puts
// something, and disarms itself.
const { put } = IDBObjectStore.prototype;
const { estimate } = StorageManager.prototype;
let outstanding = 0;

function strike(transaction) {
  IDBObjectStore.prototype.put = put;
  if (fault === "quota") {
    // As Chrome does it: every request has succeeded, and the commit itself is refused.
    StorageManager.prototype.estimate = () => {
      StorageManager.prototype.estimate = estimate;
      return Promise.resolve({ usage: 1_000_000, quota: 1_000_100 });
    };
  }
  transaction.abort();
}

IDBObjectStore.prototype.put = function (...row) {
  const request = put.apply(this, row);
  if (this.transaction.db.name === database) {
    outstanding += 1;
    request.addEventListener("success", () => {
      outstanding -= 1;
      // An abort strikes in the middle of the writes, a lack of space after the last.
      if (outstanding === 0 || (fault === "abort" && outstanding === 2)) strike(this.transaction);
    });
  }
  return request;
};
